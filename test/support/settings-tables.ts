import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { type Group, isSetting, jwtIssuer, type Setting } from '../../src/platform/config/index.js';
import { options } from '../../src/settings/check-options.js';
import { layout } from '../../src/settings/options.js';
import { processSettings } from '../../src/settings/process-settings.js';
import { table } from './markdown-table.js';

/** A setting with its names and its docstring. */
interface Row {
  readonly option: string;
  readonly variable: string;
  readonly shownDefault: string;
  readonly meaning: string;
}

const files = [
  ...['settings', 'database', 'authentication', 'mail'].map((name) => `src/platform/config/${name}.ts`),
  ...['options', 'process-settings'].map((name) => `src/settings/${name}.ts`),
];

/** The docstrings of the settings, by table and name, such as `database.url`: the first paragraph, in one line. */
const docstrings = new Map(files.flatMap((path) => [...docstringsIn(path)]));

function* docstringsIn(path: string): Generator<[string, string]> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const [{ name, initializer }] = statement.declarationList.declarations as unknown as [
      ts.VariableDeclaration,
    ];
    if (initializer && ts.isObjectLiteralExpression(initializer))
      yield* membersOf(initializer, name.getText());
  }
}

function* membersOf(object: ts.ObjectLiteralExpression, path: string): Generator<[string, string]> {
  for (const member of object.properties) {
    const name = `${path}.${member.name?.getText() ?? ''}`;
    const text = ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(member).find(ts.isJSDoc)?.comment);
    yield [name, (text ?? '').replaceAll(/\s+/g, ' ')];
    if (ts.isPropertyAssignment(member) && ts.isObjectLiteralExpression(member.initializer))
      yield* membersOf(member.initializer, name);
  }
}

/** Returns the settings of a group. `source` is the name of its table in the sources. */
function rowsOf(group: Group, source: string, prefix = '', variables = ''): Row[] {
  return Object.entries(group).flatMap(([name, member]) => {
    const path = [`${source}.${name}`, `${name}`];
    if (!isSetting(member)) {
      const isTable = docstrings.has(`${name}.${Object.keys(member)[0]}`);
      return rowsOf(member, isTable ? name : `${source}.${name}`, `${prefix}${name}.`, variables);
    }
    const { variable } = member;
    return {
      option: `${prefix}${name}`,
      variable: variable === undefined ? '' : `${variables}${variable}`,
      shownDefault: defaultOf(member),
      meaning: docstrings.get(path[0]!) ?? '',
    };
  });
}

function defaultOf({ shownDefault, required, default: value }: Setting<never, unknown>): string {
  if (shownDefault) return shownDefault;
  if (required) return 'required';
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return Array.isArray(value) ? `\`${value.join(',')}\`` : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

const code = (text: string) => (text === '' ? '–' : `\`${text}\``);

const cell = (text: string) => text.replaceAll('|', String.raw`\|`);

/** Returns the table of some settings, which have variables, options of `forRoot`, or both. */
function both(rows: readonly Row[]): string {
  return table(
    ['Variable', 'Option', 'Default', 'Meaning'],
    rows.map(({ variable, option, shownDefault, meaning }) => [
      code(variable),
      code(option),
      shownDefault,
      cell(meaning),
    ]),
  );
}

const all = rowsOf(options, 'settings');
const layoutNames = new Set(rowsOf(layout, 'layout').map(({ option }) => option));
const inGroup = (...groups: string[]) =>
  all.filter(({ option }) => groups.some((group) => option.startsWith(`${group}.`)));
const grouped = new Set(inGroup('database', 'mail', 'authentication').map(({ option }) => option));

/** The generated tables of settings, by their names on the pages. */
export const settingsTables: Readonly<Record<string, string>> = {
  process: table(
    ['Variable', 'Default', 'Meaning'],
    rowsOf(processSettings, 'processSettings').map(({ variable, shownDefault, meaning }) => [
      code(variable),
      shownDefault,
      cell(meaning),
    ]),
  ),
  mounting: both(rowsOf(layout, 'layout')),
  database: both(inGroup('database')),
  authentication: both(inGroup('authentication')),
  mail: both(inGroup('mail')),
  others: both(all.filter(({ option }) => !grouped.has(option) && !layoutNames.has(option))),
  issuers: both(rowsOf(jwtIssuer, 'jwtIssuer', '', 'AUTH_JWT_')),
};

/** Returns the names of the options and variables without a docstring. */
export const undescribed = [
  ...all,
  ...rowsOf(layout, 'layout'),
  ...rowsOf(processSettings, 'processSettings'),
  ...rowsOf(jwtIssuer, 'jwtIssuer'),
]
  .filter(({ option, meaning }) => meaning === '' && !layoutNames.has(option))
  .map(({ option }) => option);
