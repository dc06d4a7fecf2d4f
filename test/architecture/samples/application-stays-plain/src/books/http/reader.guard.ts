export class ReaderGuard {}
