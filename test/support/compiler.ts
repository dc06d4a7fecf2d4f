import { resolve } from 'node:path';
import ts from 'typescript';

/** The declarations of packages and the sources of the client, which all programs share. */
const parsed = new Map<string, ts.SourceFile>();

/**
 * Returns the compiler's errors for sources of a program that has installed the client, with the compiler options of this
 * repository.
 *
 * @param sources the texts of the sources by their paths
 */
export function compilerErrors(sources: Record<string, string>): string[] {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    resolve('.'),
  );
  const files = new Map(Object.entries(sources).map(([path, text]) => [resolve(path), text]));
  const compilerOptions = {
    ...options,
    allowJs: false,
    paths: { 'feedback-changelog-client': [resolve('client/src/index.ts')] },
  };
  const host = ts.createCompilerHost(compilerOptions);
  const { fileExists, readFile, getSourceFile } = host;
  host.getSourceFile = (path, ...how) => {
    if (files.has(path)) return getSourceFile(path, ...how);
    const file = parsed.get(path) ?? getSourceFile(path, ...how);
    if (file) parsed.set(path, file);
    return file;
  };
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  const program = ts.createProgram([...files.keys()], compilerOptions, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
