export const listOf = (item: unknown): unknown[] => [item];
