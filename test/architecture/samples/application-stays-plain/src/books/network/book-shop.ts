export class BookShop {}
