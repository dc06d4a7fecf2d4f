export { titleOf } from './persistence/title-of.js'; // refused
