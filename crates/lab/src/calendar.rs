//! Dates of the Gregorian calendar, in UTC.

/// The year, month and day of the month, from the days since 1970-01-01.
pub(crate) fn date(days_since_1970: i64) -> (i64, i64, i64) {
    // Years are counted from March, so that the leap day is the last day of a year.
    let days = days_since_1970 + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (year + era * 400 + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn every_day_follows_the_day_before() {
        assert_eq!(date(-1), (1969, 12, 31));
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..60_000 {
            assert_eq!(date(days), (year, month, day));
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 => 28 + i64::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }
}
