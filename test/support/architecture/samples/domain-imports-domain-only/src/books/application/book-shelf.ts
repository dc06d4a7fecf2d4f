export class BookShelf {}
