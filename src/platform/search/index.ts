export { allOf, anyOf, exact, lexemesOf } from './lexemes.js';
export { pageOrLenient } from './lenient-page.js';
export { type SearchedWord, searchedWords, wordQuery } from './searched-words.js';
export { UnusedWords, Words } from './words-table.js';
export { wordsOf } from './words.js';
