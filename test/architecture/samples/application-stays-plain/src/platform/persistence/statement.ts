export const statement = 'select 1';
