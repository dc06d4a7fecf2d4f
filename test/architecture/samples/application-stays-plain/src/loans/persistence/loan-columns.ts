export const loanColumns = 'l.title, l.due';
