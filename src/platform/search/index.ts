export { lexemesOf, likeness, trigramsOf } from './search-text.js';
export {
  createWords,
  documentOf,
  type Documents,
  Estimates,
  findMatches,
  findSharing,
  learnWords,
  type Match,
  requireMatch,
  SearchQuery,
  Words,
} from './search.js';
