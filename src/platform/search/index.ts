export { lexemesOf, likeness, trigramsOf } from './search-text.js';
export {
  documentOf,
  type Documents,
  Estimates,
  findMatches,
  findSharing,
  type Match,
  requireMatch,
  SearchQuery,
  Words,
} from './search.js';
