export class BookTable {}
