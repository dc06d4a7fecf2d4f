export class Logger {}
