const A: &str = r##"a "# b"##; // \n \u{0} {} {{
