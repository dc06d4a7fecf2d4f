export class Shelf {} // refused
