export class BookController {}
