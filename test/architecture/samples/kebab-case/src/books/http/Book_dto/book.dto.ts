export class BookRequest {} // refused
