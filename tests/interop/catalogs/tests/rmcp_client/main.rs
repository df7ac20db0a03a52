//! rmcp's own client against catalogs that are hard on a client.

#[cfg(test)]
mod verifying;
