import fc from 'fast-check';

const surrogates = 0x800;

/**
 * Generates any code point but a surrogate, half of the time in ASCII. Unlike the unit `binary` of fast-check, it does not take
 * a second to create.
 */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff - surrogates))
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + surrogates));

/** Generates any character, also of several code points. The unit `grapheme` of fast-check takes a second to create. */
export const anyGrapheme = fc.oneof(
  { arbitrary: anyCharacter, weight: 3 },
  fc.constantFrom('e\u0301', '\u1100\u1161\u11a8', 'क्षि', 'กำ', '1\ufe0f\u20e3', '🇩🇪', '👍🏽', '👩‍👩‍👧'),
);

/** Generates valid URLs of web pages. `webUrl` of fast-check takes a second to create. */
export const anyWebUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.string({ unit: anyCharacter }))
  .map(([scheme, authority, path]) => `${scheme}://${authority}/${encodeURI(path)}`);
