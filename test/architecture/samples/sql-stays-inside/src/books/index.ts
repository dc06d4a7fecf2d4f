export { titleOf } from './persistence/title-of.js'; // refused
export { shelfOf } from './shelves/persistence/shelf-of.js'; // refused
