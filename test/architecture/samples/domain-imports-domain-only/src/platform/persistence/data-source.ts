export const DataSource = 'a database';
