export class BookList {} // refused
