export class BooksModule {}
