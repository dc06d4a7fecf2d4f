export class BookShelf {} // refused
