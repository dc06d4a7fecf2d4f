export class Book {}
