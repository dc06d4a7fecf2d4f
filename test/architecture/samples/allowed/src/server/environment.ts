export function readEnvironment(): { port: number } {
  return { port: Number(process.env['PORT'] ?? 3000) };
}
