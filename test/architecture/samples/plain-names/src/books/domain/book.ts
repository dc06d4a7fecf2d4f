export type IBook = { title: string }; // refused
export class BookImpl {} // refused
export abstract class BaseBook {} // refused
export type SQLManager = BookImpl; // refused
export const bookHelpers = []; // refused
export class Identity {}
export class IdOfBook {}
export const databaseUrl = '';
export const baseUrl = '';
class HelperOfThisFile {}
export { HelperOfThisFile as Aid };
export { Identity as IIdentity }; // refused
