import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

// Adds a module, a field or an operation to the sources. docs/extending.md describes it.
//
// The templates are the patches of that page, with the name of the example replaced. The names of the examples have two words, so
// that every form of them is different: `ReleasePlan`, `releasePlan`, `release_plan`, `release-plan`. The patches only insert lines
// before others, so that they apply again after they have been applied with another name.

const usage = `npm run generate -- module NAMES [NAME]             such as: module release-notes
npm run generate -- field AGGREGATE NAME [VALUE...]  such as: field changelog-entry category news fix
npm run generate -- operation AGGREGATE NAME         such as: operation feedback weekly-summary`;

const fieldNamed = ({ camel, snake }) =>
  new RegExp(`^ +(?:@.* |readonly )?(?:${camel}|${snake})[!?]?: `, 'm');

const methodNamed = ({ camel }) => new RegExp(`^ +(?:\\w+ )*${camel}\\(`, 'm');

const field = {
  kind: 'field',
  declares: ([one]) => fieldNamed(one),
  adapt: 'the rule, the column and the descriptions',
};

const operation = {
  kind: 'operation',
  declares: ([one]) => methodNamed(one),
  adapt: 'the record, its SQL and the descriptions',
};

export const templates = [
  {
    kind: 'module',
    patch: 'docs/examples/add-a-module.patch',
    example: ['release plan', 'release plans'],
    // A folder, a path of the API, or an id in the world of the tests.
    declares: ([one, many]) => new RegExp(`inProject}/${many.kebab}\\b|\\b${one.camel}Id\\b`),
    adapt: 'the values of the aggregate, of its table and of its record',
  },
  {
    ...field,
    aggregate: 'feedback',
    patch: 'docs/examples/add-a-field.patch',
    example: ['customer impact', 'customer impacts'],
  },
  {
    ...field,
    aggregate: 'comment',
    patch: 'docs/examples/add-a-field-to-comments.patch',
    example: ['reply urgency', 'reply urgencies'],
  },
  {
    ...field,
    aggregate: 'changelog-entry',
    patch: 'docs/examples/add-a-field-to-entries.patch',
    example: ['change impact', 'change impacts'],
  },
  {
    ...operation,
    aggregate: 'feedback',
    patch: 'docs/examples/add-an-endpoint.patch',
    example: ['key figures'],
  },
  {
    ...operation,
    aggregate: 'comment',
    patch: 'docs/examples/add-an-endpoint-of-comments.patch',
    example: ['reply figures'],
  },
  {
    ...operation,
    aggregate: 'changelog-entry',
    patch: 'docs/examples/add-an-endpoint-of-entries.patch',
    example: ['publication figures'],
  },
  {
    ...operation,
    aggregate: 'project',
    patch: 'docs/examples/add-an-endpoint-of-projects.patch',
    example: ['team figures'],
  },
];

// Of PostgreSQL, in names of tables and columns.
const reservedInSql =
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate
  collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full
  grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right
  select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using
  variadic verbose when where window with`.split(/\s+/);

const isReserved = ({ camel, snake }) => {
  if (reservedInSql.includes(snake)) return true;
  try {
    new Function(`'use strict'; const ${camel} = 0;`);
    return false;
  } catch {
    return true;
  }
};

/** A request that cannot be fulfilled. Its message is for the user. */
class Refused extends Error {}

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the forms of a name, such as `release-plan` or `release plan`. */
export function formsOf(name) {
  const words = name.split(/[ -]/);
  const text = words.join(' ');
  const pascal = words.map(capitalized).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  const article = /^(?:[aeio]|u(?!ni|s))/.test(text) ? 'an' : 'a';
  return {
    withArticle: `${article} ${text}`,
    capitalizedArticle: `${capitalized(article)} ${text}`,
    text,
    sentence: capitalized(text),
    ...{ pascal, camel },
    snake: words.join('_'),
    kebab: words.join('-'),
  };
}

/** Returns the text with the names of an example, of all forms, replaced by others. */
export function replaceNames(text, example, names) {
  const pairs = example.flatMap((from, index) => {
    const to = formsOf(names[index]);
    return Object.entries(formsOf(from)).map(([form, written]) => [written, to[form]]);
  });
  const replacements = new Map(pairs);
  // A name that contains another one comes first.
  const longestFirst = [...replacements.keys()].sort((a, b) => b.length - a.length);
  return text.replaceAll(new RegExp(longestFirst.join('|'), 'g'), (found) => replacements.get(found));
}

/** Returns the singular of a name; undefined if the name does not look like a plural. */
export function singularOf(names) {
  if (!/[^s]s$/.test(names)) return undefined;
  return names
    .replace(/ies$/, 'y')
    .replace(/(ss|us|x|ch|sh)es$/, '$1')
    .replace(/([^us])s$/, '$1');
}

function pluralOf(name) {
  if (/(?:s|x|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}

/** Returns what the arguments of the command describe. */
function parse([kind, ...args]) {
  const ofKind = templates.filter((template) => template.kind === kind);
  if (ofKind.length === 0) throw new Refused(`${kind ? `Unknown kind: ${kind}.` : 'What?'}\n${usage}`);
  if (kind === 'module') {
    const [many, one = singularOf(many ?? '')] = args;
    if (!many || args.length > 2) throw new Refused(`A module needs a name in the plural.\n${usage}`);
    if (!one || one === many) {
      throw new Refused(`${many} does not look like a plural. Add the singular: module people person`);
    }
    return { template: ofKind[0], names: [one, many], values: [] };
  }
  const [aggregate, name, ...values] = args;
  const template = ofKind.find((each) => each.aggregate === aggregate);
  const known = ofKind.map((each) => each.aggregate).join(', ');
  if (!template) throw new Refused(`A template for a new ${kind} exists only for: ${known}.\n${usage}`);
  if (!name || (kind !== 'field' && values.length > 0)) {
    throw new Refused(`This kind needs an aggregate and a name.\n${usage}`);
  }
  const isDistinct = values.length !== 1 && new Set(values).size === values.length;
  if (!isDistinct || values.some((value) => !/^[a-z][a-z0-9_]*$/.test(value))) {
    throw new Refused('A field needs two or more different values, of lower-case letters, digits and `_`.');
  }
  return { template, names: kind === 'field' ? [name, pluralOf(name)] : [name], values };
}

/** Returns the patch for what the arguments describe, and its template. */
export function render(args) {
  const { template, names, values } = parse(args);
  const { kind, example, declares } = template;
  const invalid = names.find((name) => !/^(?=.{1,30}$)[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(name));
  if (invalid)
    throw new Refused(`Invalid name: ${invalid}. A valid one is release-notes, of at most 30 characters.`);
  const forms = names.map(formsOf);
  const reserved = forms.find(isReserved);
  if (reserved) throw new Refused(`${reserved.text} is a reserved word of TypeScript or SQL.`);
  const text = readFileSync(template.patch, 'utf8');
  const changed = [...text.matchAll(/^--- a\/(.*)$/gm)]
    .filter(([, file]) => existsSync(file) && (kind === 'module' || file.startsWith('src/')))
    .map(([, file]) => readFileSync(file, 'utf8'));
  const exists = kind === 'module' && existsSync(join('src', names[1]));
  if (exists || changed.some((source) => declares(forms).test(source))) {
    throw new Refused(`There is already ${kind === 'operation' ? 'an' : 'a'} ${kind} of this name.`);
  }
  const used = forms.find(({ camel }) => new RegExp(`\\b${camel}\\b`).test(text));
  if (used) throw new Refused(`The template uses the name ${used.camel} for something else.`);
  const rendered = replaceNames(text, example, names).replaceAll(/\d{13}/g, String(nextTimestamp()));
  return { template, patch: values.length > 0 ? replaceValues(rendered, values) : rendered };
}

/** Returns the text with the values of the example, and their default, replaced by others. */
function replaceValues(text, values) {
  const quoted = values.map((value) => `'${value}'`);
  const replacements = { "'normal'": quoted[0], "'high'": quoted.at(-1) };
  return text.replaceAll(
    /'low', 'normal', 'high'|'normal'|'high'/g,
    (found) => replacements[found] ?? quoted.join(', '),
  );
}

/** Returns the current time, or if a migration has a later one, a later one. */
function nextTimestamp() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const taken = files.map((file) => Number(/migrations.*-(\d{13})\.ts$/.exec(file)?.[1] ?? 0));
  return Math.max(Date.now(), Math.max(...taken) + 1);
}

/** Changes the sources. Returns the files. */
async function apply(patch, name) {
  const { status, stderr, error } = spawnSync('git', ['apply', '-'], { input: patch, encoding: 'utf8' });
  if (status !== 0) {
    throw new Refused(
      `${name} does not apply to these sources. Nothing was changed.\n${error?.message ?? stderr}`,
    );
  }
  const files = [...patch.matchAll(/^--- (?:a\/)?(.*)\n\+\+\+ b\/(.*)$/gm)];
  for (const [, , file] of files) {
    const options = { ...(await resolveConfig(file)), filepath: file };
    writeFileSync(file, await format(readFileSync(file, 'utf8'), options));
  }
  return files.map(([, before, file]) => ({ file, isNew: before === '/dev/null' }));
}

async function main(args) {
  process.chdir(import.meta.dirname);
  const { template, patch } = render(args);
  const files = await apply(patch, template.patch);
  for (const { file, isNew } of files) console.log(`${isNew ? 'Added:  ' : 'Changed:'} ${file}`);
  const suites = files.map(({ file }) => file).filter((file) => file.endsWith('.spec.ts'));
  console.log(`
Next:
  Adapt ${template.adapt}: see docs/extending.md.
  npm run openapi && npm run client && npm run api:report
  npm run typecheck && npm run lint
  npm test -- ${[...suites, 'test/architecture', 'test/http/openapi', 'test/http/permissions'].join(' ')}

The suites named *.server.spec.ts need TEST_DATABASE_URL: see docs/contributing.md.`);
}

if (process.argv[1] === import.meta.filename) {
  await main(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
}
