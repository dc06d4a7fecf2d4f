export { type Documents, findMatches, requireMatch } from './find-matches.js';
export { lexemesOf, titledLexemesOf } from './lexemes.js';
export { type Match, SearchQuery } from './search-query.js';
export { UnusedWords, Words } from './words-table.js';
export { similarity, trigramsOf } from './words.js';
