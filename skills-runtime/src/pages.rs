//! The pages of a listing: never too large for a host, never too many for one.

use rmcp::model::{
    CacheScope, ListResourcesResult, ListSkillsResult, ListToolsResult, Resource, Tool,
};

/// The JSON of one page. The Python SDK's client takes no more than 1 MiB in one server-sent event;
/// the TypeScript client closes the session at ten times as much.
const PAGE_LIMIT: usize = 1_000_000;

/// The conformance suite fails a listing of more pages.
const PAGES_LIMIT: usize = 50;

/// What a result and its envelope add to the items, and what a cursor adds to a URI.
const MARGIN: usize = 256;

/// The items on one page, and whether it is the last one.
pub(crate) struct Share<'a, T> {
    pub(crate) items: &'a [T],
    pub(crate) is_last: bool,
}

/// The items from `position` up to the next of the page `starts`; all of them when there is none.
///
/// A position inside a page comes from a build whose pages started elsewhere.
pub(crate) fn share<'a, T>(items: &'a [T], starts: &[usize], position: usize) -> Share<'a, T> {
    let next = starts.iter().find(|start| **start > position);
    let end = next.map_or(items.len(), |start| *start);
    Share {
        items: items.get(position..end).unwrap_or_default(),
        is_last: end >= items.len(),
    }
}

/// Where the pages start of a list that is not known before it is asked for, by the length of each
/// item.
///
/// Fills each page up to the limit; the limit grows when there would be too many.
pub(crate) fn starts(lens: &[usize]) -> Vec<usize> {
    let mut limit = PAGE_LIMIT;
    loop {
        let starts = starts_within(lens, limit);
        if starts.len() <= PAGES_LIMIT {
            return starts;
        }
        limit += limit / 8;
    }
}

fn starts_within(lens: &[usize], limit: usize) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut page = 0;
    for (index, len) in lens.iter().enumerate() {
        // The last item is once more in the cursor, as base64.
        let cursor = len + len / 3 + MARGIN;
        if index == 0 || page + len + cursor > limit {
            starts.push(index);
            page = MARGIN;
        }
        // Each item brings a comma.
        page += len + 1;
    }
    starts
}

/// A page of a listing as rmcp has it, whatever is listed.
pub(crate) trait Page: Default {
    type Item;

    /// The length of the page as JSON.
    fn json_len(&self) -> usize;

    fn parts(&mut self) -> Parts<'_, Self::Item>;

    fn of(items: Vec<Self::Item>) -> Self {
        let mut page = Self::default();
        *page.parts().items = items;
        page
    }
}

pub(crate) struct Parts<'a, T> {
    pub(crate) items: &'a mut Vec<T>,
    pub(crate) next_cursor: &'a mut Option<String>,
    pub(crate) ttl_ms: &'a mut Option<u64>,
    pub(crate) cache_scope: &'a mut Option<CacheScope>,
}

macro_rules! page {
    ($($page:ident { $items:ident: $item:ty })*) => {$(
        impl Page for $page {
            type Item = $item;

            fn json_len(&self) -> usize {
                json_len(serde_json::to_vec(self))
            }

            fn parts(&mut self) -> Parts<'_, $item> {
                Parts {
                    items: &mut self.$items,
                    next_cursor: &mut self.next_cursor,
                    ttl_ms: &mut self.ttl_ms,
                    cache_scope: &mut self.cache_scope,
                }
            }
        }
    )*};
}

page! {
    ListSkillsResult { skills: rmcp::model::Skill }
    ListResourcesResult { resources: Resource }
    ListToolsResult { tools: Tool }
}

/// The length of a resource as JSON.
pub(crate) fn resource_len(resource: &Resource) -> usize {
    json_len(serde_json::to_vec(resource))
}

/// Whether both can be one page.
pub(crate) fn fit_together<P: Page>(ours: &P, theirs: &P) -> bool {
    ours.json_len() + theirs.json_len() <= PAGE_LIMIT
}

fn json_len(json: serde_json::Result<Vec<u8>>) -> usize {
    // What cannot be JSON at all fits nowhere.
    json.map_or(PAGE_LIMIT, |json| json.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(starts: &[usize], position: usize) -> (&'static [char], bool) {
        let share = share(&['a', 'b', 'c', 'd', 'e'], starts, position);
        (share.items, share.is_last)
    }

    #[test]
    fn a_page_ends_where_the_next_one_starts() {
        assert_eq!(cut(&[0, 2, 4], 0), (&['a', 'b'][..], false));
        assert_eq!(cut(&[0, 2, 4], 2), (&['c', 'd'][..], false));
        assert_eq!(cut(&[0, 2, 4], 4), (&['e'][..], true));
    }

    #[test]
    fn a_page_of_another_build_goes_on_to_the_next_start() {
        assert_eq!(cut(&[0, 2, 4], 1), (&['b'][..], false));
        assert_eq!(cut(&[0, 2, 4], 3), (&['d'][..], false));
        assert_eq!(cut(&[0, 2, 4], 5), (&[][..], true));
        assert_eq!(cut(&[0, 2, 4], 6), (&[][..], true));
    }

    #[test]
    fn without_starts_there_is_one_page() {
        assert_eq!(cut(&[], 0).0.len(), 5);
        assert_eq!(cut(&[0], 1), (&['b', 'c', 'd', 'e'][..], true));
    }

    #[test]
    fn pages_are_filled_up_to_the_limit() {
        assert_eq!(starts(&[]), [0; 0]);
        assert_eq!(starts(&[10, 10]), [0]);
        let half = PAGE_LIMIT / 2;
        assert_eq!(starts(&[half, half, half]), [0, 1, 2]);
        let fifth = PAGE_LIMIT / 5;
        assert_eq!(starts(&[fifth, fifth, fifth, fifth]), [0, 3]);
    }

    #[test]
    fn an_item_over_the_limit_has_a_page_of_its_own() {
        assert_eq!(starts(&[10, 2 * PAGE_LIMIT, 10]), [0, 1, 2]);
    }

    #[test]
    fn there_are_never_more_than_fifty() {
        let starts = starts(&[100_000; 2_000]);
        assert!(starts.len() <= PAGES_LIMIT, "{}", starts.len());
        assert!(starts.len() > PAGES_LIMIT / 2, "{}", starts.len());
    }
}
