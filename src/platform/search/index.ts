export { allOf, exact, lexemesOf, titledLexemesOf } from './lexemes.js';
export { type Match, SearchQuery, tsqueryOf } from './search-query.js';
export { UnusedWords, Words } from './words-table.js';
export { wordsOf } from './words.js';
