export const titleOf = (id: string): string => `(select title from books where id = ${id})`;
