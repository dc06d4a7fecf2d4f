export function nextDay(date: Date): Date {
  return new Date(date.getTime() + 86_400_000);
}

export function mayBorrow(reader: { require(role: string): boolean }): boolean {
  return reader.require('member');
}
