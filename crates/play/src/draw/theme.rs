//! The colours of pages and plots, in light and in dark, as variables of CSS.
//!
//! Series can be distinguished with every kind of colour vision, and in grey by their marks: the tests
//! compute contrasts and distances.

use std::fmt::Write;

/// A colour as red, green and blue.
pub type Colour = u32;

/// The colours of one mode.
pub struct Theme {
    ink: Colour,
    /// The color of guides and second words.
    pub soft: Colour,
    paper: Colour,
    line: Colour,
    band: Colour,
    link: Colour,
    /// Text and ground of what agrees, of what differs, and of what is open.
    agrees: (Colour, Colour),
    differs: (Colour, Colour),
    open: (Colour, Colour),
    /// The colors of series, in order.
    pub series: [Colour; 8],
}

/// The colors on a light ground, and of all that is printed.
pub const LIGHT: Theme = Theme {
    ink: 0x1b_1c1f,
    soft: 0x55_585f,
    paper: 0xff_ffff,
    line: 0xd5_d8de,
    band: 0xf4_f5f7,
    link: 0x00_509e,
    agrees: (0x0b_3d66, 0xd6_e8f7),
    differs: (0x7a_2e00, 0xfb_e0cc),
    open: (0x44_474d, 0xe9_eaed),
    series: [
        0x00_72b2, 0xe8_4700, 0x17_9466, 0x7e_1373, 0x7d_3c19, 0x2b_2b2b, 0xff_215d, 0xbb_80a7,
    ],
};

/// The colors on a dark ground.
pub const DARK: Theme = Theme {
    ink: 0xe7_e8ea,
    soft: 0xa9_adb6,
    paper: 0x16_171a,
    line: 0x3b_3e46,
    band: 0x1f_2125,
    link: 0x7d_b7ff,
    agrees: (0xcf_e6fb, 0x12_3a5c),
    differs: (0xff_d9bd, 0x5a_2a08),
    open: (0xc9_ccd3, 0x2c_2e34),
    series: [
        0x4c_7cf5, 0xff_8d5f, 0x00_bab4, 0xce_b2fb, 0xc8_ca22, 0xf2_f2f2, 0xff_5492, 0x5d_6a5d,
    ],
};

impl Theme {
    fn variables(&self) -> String {
        let named = [
            ("ink", self.ink),
            ("soft", self.soft),
            ("paper", self.paper),
            ("line", self.line),
            ("band", self.band),
            ("link", self.link),
            ("agrees", self.agrees.0),
            ("agrees-ground", self.agrees.1),
            ("differs", self.differs.0),
            ("differs-ground", self.differs.1),
            ("open", self.open.0),
            ("open-ground", self.open.1),
        ];
        let mut css = String::new();
        for (name, colour) in named {
            let _ = write!(css, "--{name}:{};", hex(colour));
        }
        for (i, &colour) in self.series.iter().enumerate() {
            let _ = write!(css, "--s{i}:{};", hex(colour));
        }
        css
    }
}

/// A colour as CSS has it.
pub fn hex(colour: Colour) -> String {
    format!("#{colour:06x}")
}

/// The variables of both modes; what is printed is light.
pub fn css() -> String {
    let (light, dark) = (LIGHT.variables(), DARK.variables());
    let mut css = format!(
        ":root{{color-scheme:light dark;{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    );
    for i in 0..LIGHT.series.len() {
        let _ = writeln!(css, ".s{i}{{color:var(--s{i})}}");
    }
    css + ".guide{color:var(--soft)}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    type Linear = [f64; 3];

    fn linear(colour: Colour) -> Linear {
        [16, 8, 0].map(|shift| {
            let part = f64::from(colour >> shift & 0xff) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// The contrast of WCAG 2: 1 to 21.
    fn contrast(a: Colour, b: Colour) -> f64 {
        let luminance = |c| {
            let [r, g, b] = linear(c);
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    /// Lightness and two colour axes, in which distances are about as large as they look.
    fn lab([r, g, b]: Linear) -> [f64; 3] {
        let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// What people without green or without red receptors see (Viénot, Brettel & Mollon 1999).
    fn without_green([r, g, b]: Linear) -> Linear {
        let yellow = 0.29275 * r + 0.70725 * g;
        [yellow, yellow, (b + 0.02234 * (g - r)).max(0.0)]
    }

    fn without_red([r, g, b]: Linear) -> Linear {
        let yellow = 0.11238 * r + 0.88762 * g;
        [yellow, yellow, (b + 0.00401 * (r - g)).max(0.0)]
    }

    #[test]
    fn text_can_be_read() {
        for (name, theme) in [("light", &LIGHT), ("dark", &DARK)] {
            let mut pairs = vec![theme.agrees, theme.differs, theme.open];
            for text in [theme.ink, theme.soft, theme.link] {
                pairs.extend([(text, theme.paper), (text, theme.band)]);
            }
            for (text, ground) in pairs {
                let contrast = contrast(text, ground);
                assert!(contrast >= 6.5, "{name}: {text:06x} on {ground:06x}: {contrast:.2}");
            }
            for series in theme.series {
                let contrast = contrast(series, theme.paper);
                assert!(contrast >= 3.0, "{name}: {series:06x}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn no_two_series_look_alike_with_any_colour_vision() {
        for (name, theme) in [("light", &LIGHT), ("dark", &DARK)] {
            for (i, &a) in theme.series.iter().enumerate() {
                for &b in &theme.series[..i] {
                    let least = |seen: fn(Linear) -> Linear| {
                        let (a, b) = (lab(seen(linear(a))), lab(seen(linear(b))));
                        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
                    };
                    let distances = [least(|c| c), least(without_green), least(without_red)];
                    let [all, green, red] = distances;
                    assert!(
                        all >= 35.0 && green >= 20.0 && red >= 20.0,
                        "{name}: {a:06x} {b:06x}: {distances:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn print_and_screen_have_the_same_names() {
        let names = |theme: &Theme| {
            let css = theme.variables();
            css.split(';').filter_map(|part| Some(part.split_once(':')?.0.to_string())).collect()
        };
        let (light, dark): (Vec<String>, Vec<String>) = (names(&LIGHT), names(&DARK));
        assert_eq!(light, dark);
        assert!(css().contains("@media screen and (prefers-color-scheme:dark)"));
    }
}
