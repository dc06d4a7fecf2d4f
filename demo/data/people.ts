/** The people who make the app. They are members of the project and answer in comments. */
export const team = [
  { name: 'Ingrid Solheim', role: 'owner' },
  { name: 'Mateo Álvarez', role: 'editor' },
  { name: 'Priya Raman', role: 'editor' },
  { name: 'Tomasz Zieliński', role: 'contributor' },
] as const;

/** The users of the app, who submit feedback, vote and comment. Their number is prime, so that votes spread evenly. */
export const users = [
  ...['Abena Owusu', 'Aiko Tanaka', 'Alice Fournier', 'Anders Lindqvist', 'Anjali Desai', 'Ben Whitaker'],
  ...['Bruna Carvalho', 'Chen Wei', 'Chiara Bianchi', 'Daniel Kowalski', 'Dilara Yılmaz', 'Elif Aydın'],
  ...['Emeka Nwosu', 'Emma Lindgren', 'Felix Brandt', 'Fiona MacLeod', 'Gábor Szabó', 'Grace Kim'],
  ...['Hannah Schreiber', 'Hugo Martins', 'Isla Campbell', 'Ivana Horvat', 'Jakub Novák', 'Jana Dvořáková'],
  ...['Jonas Weber', 'Kaito Sato', 'Katarzyna Wójcik', 'Leila Haddad', 'Liam O’Connor', 'Lucía Romero'],
  ...['Magnus Eriksen', 'Marie Dubois', 'Mehmet Demir', 'Mia Korhonen', 'Nadia Petrova', 'Nils Bergström'],
  ...['Noor van Dijk', 'Olivia Turner', 'Pavel Sokolov', 'Rania Khalil', 'Rosa Jiménez', 'Samuel Mensah'],
  ...['Sofia Rossi', 'Thandiwe Dlamini', 'Viktor Hansen', 'Yara Silva', 'Zoë Janssens'],
];

/** Companies that use the app, with the indexes of their people among the users. The revenue is in euros a year. */
export const companies = [
  { id: 'crm-101', name: 'Nordlicht Logistik', revenue: 48_000, people: [0, 7, 14, 21, 28] },
  { id: 'crm-102', name: 'Atelier Dubois', revenue: 3_600, people: [31, 6] },
  { id: 'crm-103', name: 'Harbor & Finch', revenue: 19_200, people: [5, 17, 29, 41] },
] as const;

/** Returns an e-mail address that does not exist (RFC 2606). */
export function addressOf(name: string): string {
  const plain = name
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '');
  return `${plain.toLowerCase().replaceAll(' ', '.')}@example.com`;
}
