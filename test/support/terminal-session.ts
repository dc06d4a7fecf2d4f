import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** The commands of a page, and the output that it shows. */
export interface TerminalSession {
  readonly commands: readonly string[];
  readonly output: readonly string[];
}

/** Returns the terminal session of a page. Commands begin with `$`, and their continuation lines with `>`. */
export function sessionOf(file: string): TerminalSession {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```console\n(.*?)^```$/gms);
  const lines = [...blocks].flatMap(([, block = '']) => block.split('\n')).filter((line) => line !== '');
  return {
    commands: lines.filter((line) => /^[$>] /.test(line)).map((line) => line.slice(2)),
    output: lines.filter((line) => !/^[$>] /.test(line)),
  };
}

/** Runs commands, and returns the lines that they print, without what differs from run to run. */
export async function linesPrintedBy(script: string, replace = (text: string) => text): Promise<string[]> {
  const { stdout } = await promisify(execFile)('sh', ['-euc', script]);
  return normalize(replace(stdout).replaceAll('\r', ''))
    .split('\n')
    .filter((line) => line !== '');
}

/** Returns the pattern of a line of output in which `…` stands for any text. */
export function patternOf(line: string): RegExp {
  const parts = normalize(line)
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}

/** Replaces values that differ from run to run, such as ids and times. */
function normalize(output: string): string {
  return output
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/"request_id":"[0-9a-f]+"/g, '"request_id":"<request>"');
}
