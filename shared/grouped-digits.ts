/**
 * Groups the digits of a number as English and Urdu do: "150,000", "1234.50" as "1,234.50". Takes digits with at most
 * two decimals. `Intl.NumberFormat` would do the same, but a browser needs ten milliseconds to make the first one of a
 * page.
 */
export function groupedDigits(digits: string) {
  return digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}
