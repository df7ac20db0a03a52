//! One listing of two servers: the catalog's pages, then the inner server's.

use rmcp::model::{
    CacheScope, ConstString, ListResourcesRequestMethod, ListResourcesResult,
    ListSkillsRequestMethod, ListSkillsResult, PaginatedRequestParams, ServerCapabilities,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::attach::{WithSkills, cursor, is_missing};
use crate::cursor::{Listing, Position, after, of_inner, position, unknown};
use crate::hints::{Hints, are_known};
use crate::malformed::is_parsed;
use crate::pages::{Page, fit_together};

type Request = RequestContext<RoleServer>;
type Paging = Option<PaginatedRequestParams>;

impl<S: ServerHandler> WithSkills<S> {
    pub(crate) async fn listed_skills(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<ListSkillsResult, ErrorData> {
        is_parsed(ListSkillsRequestMethod::VALUE, request.as_ref(), &context)?;
        let listing = Listing::Skills;
        let is_shared = self.inner_capabilities().supports_skills();
        let rules = self.rules(&context, is_shared, self.catalog().skill_pages.len());
        let position = position(listing, cursor(&request).as_deref())?;
        let ours = ours(&position, |position| self.catalog().skills_from(position));
        let theirs = match ours {
            Some((_, false)) => None,
            _ => self.inner_skills(at(request, &position), context).await?,
        };
        merge(listing, &position, ours, theirs, rules)
    }

    pub(crate) async fn listed_resources(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<ListResourcesResult, ErrorData> {
        is_parsed(
            ListResourcesRequestMethod::VALUE,
            request.as_ref(),
            &context,
        )?;
        let listing = Listing::Resources;
        let is_shared = self.inner_capabilities().resources.is_some();
        let rules = self.rules(&context, is_shared, self.catalog().resource_pages.len());
        let position = position(listing, cursor(&request).as_deref())?;
        let ours = ours(&position, |position| {
            self.catalog().resources_from(position)
        });
        let theirs = match ours {
            Some((_, false)) => None,
            _ => {
                self.inner_resources(at(request, &position), context)
                    .await?
            }
        };
        merge(listing, &position, ours, theirs, rules)
    }

    /// A page of the inner server's skills; rmcp refuses to send a listing that has a URI twice.
    async fn inner_skills(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<Option<ListSkillsResult>, ErrorData> {
        if !self.inner_capabilities().supports_skills() {
            return Ok(None);
        }
        let page = self.inner().list_skills(request, context).await;
        let mut page = existing(page)?;
        if let Some(page) = &mut page {
            page.skills
                .retain(|skill| !self.catalog().serves(&skill.uri));
        }
        Ok(page)
    }

    /// A page of the inner server's resources; some list them without declaring it.
    async fn inner_resources(
        &self,
        request: Paging,
        context: Request,
    ) -> Result<Option<ListResourcesResult>, ErrorData> {
        let page = self.inner().list_resources(request, context).await;
        let mut page = existing(page)?;
        if let Some(page) = &mut page {
            let resources = &mut page.resources;
            resources.retain(|resource| self.catalog().get(&resource.uri).is_none());
        }
        Ok(page)
    }

    fn inner_capabilities(&self) -> ServerCapabilities {
        self.inner().get_info().capabilities
    }

    fn rules(&self, context: &Request, is_shared: bool, n_pages: usize) -> Rules {
        if !are_known(context) {
            return Rules::default();
        }
        let hints = self.hints();
        let is_private = hints.is_some_and(|hints| hints.scope() == CacheScope::Private);
        Rules {
            hints,
            // The pages before the inner server's cannot know which scope it will ask for.
            is_private: is_private || (is_shared && n_pages > 1),
        }
    }
}

/// What may be cached of a listing. The scope must be the same on all of its pages.
#[derive(Default, Clone, Copy)]
struct Rules {
    hints: Option<Hints>,
    is_private: bool,
}

/// The catalog's page at a position, and whether it is the last one.
fn ours<P>(position: &Position, page: impl Fn(&Position) -> (P, bool)) -> Option<(P, bool)> {
    match position {
        Position::Inner(_) => None,
        position => Some(page(position)),
    }
}

/// The request for the inner server's page at a position.
fn at(request: Paging, position: &Position) -> Paging {
    let cursor = match position {
        Position::Inner(cursor) => Some(cursor.clone()),
        Position::Start | Position::After(_) => None,
    };
    let mut request = request?;
    request.cursor = cursor;
    Some(request)
}

/// A server that does not have the method has nothing to list.
fn existing<P: Page>(page: Result<P, ErrorData>) -> Result<Option<P>, ErrorData> {
    match page {
        Ok(mut page) => {
            let next_cursor = page.parts().next_cursor;
            *next_cursor = next_cursor.take().map(of_inner);
            Ok(Some(page))
        }
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn merge<P>(
    listing: Listing,
    position: &Position,
    ours: Option<(P, bool)>,
    theirs: Option<P>,
    rules: Rules,
) -> Result<P, ErrorData>
where
    P: Page,
    P::Item: Listed,
{
    let mut page = match (ours, theirs) {
        (Some((ours, _)), None) => catalog_only(ours, rules),
        (Some((ours, _)), Some(theirs)) => join(listing, ours, theirs, rules),
        (None, Some(theirs)) => theirs,
        (None, None) => match position {
            Position::Inner(cursor) => return Err(unknown(cursor)),
            Position::Start | Position::After(_) => P::default(),
        },
    };
    if rules.is_private {
        *page.parts().cache_scope = Some(CacheScope::Private);
    }
    Ok(page)
}

fn catalog_only<P: Page>(mut ours: P, rules: Rules) -> P {
    if let Some(hints) = rules.hints {
        hints.mark(&mut ours);
    }
    ours
}

/// The last page of the catalog and the first one of the inner server: one page if they fit, else
/// the first of two.
fn join<P>(listing: Listing, mut ours: P, mut theirs: P, rules: Rules) -> P
where
    P: Page,
    P::Item: Listed,
{
    let Some(last) = ours.parts().items.last().map(|item| item.uri().to_owned()) else {
        return theirs;
    };
    if let Some(hints) = rules.hints {
        hints.restrict(&mut theirs);
    }
    if fit_together(&ours, &theirs) {
        theirs
            .parts()
            .items
            .splice(..0, ours.parts().items.drain(..));
        return theirs;
    }
    *ours.parts().next_cursor = Some(after(listing, &last));
    *ours.parts().ttl_ms = *theirs.parts().ttl_ms;
    *ours.parts().cache_scope = *theirs.parts().cache_scope;
    ours
}

/// What is listed has a URI.
trait Listed {
    fn uri(&self) -> &str;
}

impl Listed for rmcp::model::Skill {
    fn uri(&self) -> &str {
        &self.uri
    }
}

impl Listed for rmcp::model::Resource {
    fn uri(&self) -> &str {
        &self.uri
    }
}
