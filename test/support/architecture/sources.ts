import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

/**
 * The part of the house a file belongs to. `root` are the files beside the folders (`main.ts`, `app.module.ts`),
 * `door` is a module's `index.ts`, `wiring` its `*.module.ts`; `nowhere` has no place in the skeleton.
 */
export type Layer =
  | 'root'
  | 'shared'
  | 'platform'
  | 'door'
  | 'wiring'
  | 'domain'
  | 'application'
  | 'http'
  | 'persistence'
  | 'network'
  | 'nowhere';

/** Where a file stands: any folder besides `shared` and `platform` is a module. */
export interface Place {
  readonly layer: Layer;
  readonly module?: string;
}

/** What an import leads to: a file of the tree, a module of Node, or a package with the path inside it. */
export type Target =
  | { readonly kind: 'file'; readonly path: string; readonly place: Place }
  | { readonly kind: 'builtin' | 'package'; readonly name: string };

/** An import or a re-export, whether of values or of types only. */
export interface Import {
  /** As it is written; `null` where it is computed, so that nobody can tell. */
  readonly specifier: string | null;
  /** Names as the other file exports them, and as this one knows or exports them; `*` stands for all. */
  readonly bindings: readonly { readonly name: string; readonly as: string }[];
  readonly line: number;
  readonly target: Target | null;
}

/** A name, or a use of one, and the line it stands on. */
export interface Mention {
  readonly text: string;
  readonly line: number;
}

/** A file, read as far as the rules need it. */
export interface Source {
  /** Relative to the root of the tree, with slashes. */
  readonly path: string;
  readonly place: Place;
  readonly imports: readonly Import[];
  readonly exports: readonly Mention[];
  /** Statements that are neither an import nor a re-export by name. */
  readonly otherStatements: readonly Mention[];
  /** What reads the clock, makes ids or is random, such as `Date.now`. */
  readonly impurities: readonly Mention[];
  /** What reads the environment. */
  readonly environmentReads: readonly Mention[];
}

const layers: ReadonlySet<string> = new Set<Layer>([
  'domain',
  'application',
  'http',
  'persistence',
  'network',
]);

/** Where a path of the tree stands. */
export function placeOf(path: string): Place {
  const [first = '', second = '', ...deeper] = path.split('/');
  if (second === '') return { layer: 'root' };
  if (first === 'shared' || first === 'platform') return { layer: first };
  if (deeper.length > 0) return { module: first, layer: layers.has(second) ? (second as Layer) : 'nowhere' };
  if (second === 'index.ts') return { module: first, layer: 'door' };
  return { module: first, layer: second === `${first}.module.ts` ? 'wiring' : 'nowhere' };
}

/** Reads all files below a folder, in the order of their paths. */
export function readSources(root: string): Source[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map((path) =>
      readSource(path, /\.[cm]?[jt]sx?$/.test(path) ? readFileSync(join(root, path), 'utf8') : ''),
    );
}

function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const mention = (node: ts.Node, text: string): Mention => ({ text, line: lineOf(node) });

  const imports: Import[] = [];
  const impurities: Mention[] = [];
  const environmentReads: Mention[] = [];
  for (const node of descendants(file)) {
    const imported = importOf(node);
    if (imported !== null) {
      const { specifier, bindings } = imported;
      const target = specifier === null ? null : targetOf(path, specifier);
      imports.push({ specifier, bindings, line: lineOf(node), target });
      if (/^(node:)?process$/.test(specifier ?? '') && bindings.some(({ name }) => name === 'env')) {
        environmentReads.push(mention(node, 'process.env'));
      }
    }
    const impurity = impurityOf(node);
    if (impurity !== null) impurities.push(mention(node, impurity));
    if (readsEnvironment(node)) environmentReads.push(mention(node, 'process.env'));
  }
  return {
    path,
    place: placeOf(path),
    imports,
    exports: file.statements.flatMap((statement) =>
      exportedNames(statement).map((node) => mention(node, node.text)),
    ),
    otherStatements: file.statements
      .filter((statement) => !isReexportByName(statement))
      .map((statement) => mention(statement, statement.getText().split('\n')[0] ?? '')),
    impurities,
    environmentReads,
  };
}

function* descendants(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* descendants(child);
}

function targetOf(importer: string, specifier: string): Target {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(importer), specifier).replace(/\.([cm]?)js$/, '.$1ts');
    return { kind: 'file', path, place: placeOf(path) };
  }
  return { kind: isBuiltin(specifier) ? 'builtin' : 'package', name: specifier };
}

const everything = [{ name: '*', as: '*' }];

function importOf(node: ts.Node): Pick<Import, 'specifier' | 'bindings'> | null {
  if (ts.isImportDeclaration(node)) {
    return { specifier: literal(node.moduleSpecifier), bindings: importedBindings(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
    return {
      specifier: literal(node.moduleSpecifier),
      bindings: named ? named.elements.map(bindingOf) : everything,
    };
  }
  if (ts.isExternalModuleReference(node)) {
    return { specifier: literal(node.expression), bindings: everything };
  }
  // import('…') in a type
  if (ts.isImportTypeNode(node)) {
    const name = node.qualifier?.getText().split('.')[0] ?? '*';
    const specifier = ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : null;
    return { specifier, bindings: [{ name, as: name }] };
  }
  const loads =
    ts.isCallExpression(node) &&
    (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(node.expression) && node.expression.text === 'require'));
  return loads ? { specifier: literal(node.arguments[0]), bindings: everything } : null;
}

function importedBindings(clause: ts.ImportClause | undefined): Import['bindings'] {
  // An import for its effects runs the whole file.
  if (!clause) return everything;
  const named = clause.namedBindings;
  return [
    ...(clause.name ? [{ name: 'default', as: clause.name.text }] : []),
    ...(named && ts.isNamespaceImport(named) ? [{ name: '*', as: named.name.text }] : []),
    ...(named && ts.isNamedImports(named) ? named.elements.map(bindingOf) : []),
  ];
}

function bindingOf(element: ts.ImportSpecifier | ts.ExportSpecifier): { name: string; as: string } {
  return { name: (element.propertyName ?? element.name).text, as: element.name.text };
}

function literal(node: ts.Node | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null;
}

function isReexportByName(statement: ts.Statement): boolean {
  return (
    ts.isExportDeclaration(statement) &&
    statement.moduleSpecifier !== undefined &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
  );
}

function exportedNames(statement: ts.Statement): ts.Identifier[] {
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    const names =
      clause && (ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name) : [clause.name]);
    return (names ?? []).filter(ts.isIdentifier);
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      [...descendants(name)].filter(ts.isIdentifier),
    );
  }
  const name = (statement as ts.Statement & { readonly name?: ts.Node }).name;
  return name && ts.isIdentifier(name) ? [name] : [];
}

/** Whether an expression ends in this name, as both `Date` and `globalThis.Date` do. */
function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) ? node.text === name : memberOf(node)?.name === name;
}

function memberOf(node: ts.Node): { readonly of: ts.Expression; readonly name: string | null } | null {
  if (ts.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text };
  if (ts.isElementAccessExpression(node))
    return { of: node.expression, name: literal(node.argumentExpression) };
  return null;
}

/** Whether a node takes this member of this object: `object.member`, `object['member']`, `{ member } = object`. */
function takes(node: ts.Node, object: string, member: string): boolean {
  if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) {
    const names = node.name.elements.map((element) => (element.propertyName ?? element.name).getText());
    return node.initializer !== undefined && isNamed(node.initializer, object) && names.includes(member);
  }
  const access = memberOf(node);
  return access !== null && access.name === member && isNamed(access.of, object);
}

function impurityOf(node: ts.Node): string | null {
  if (ts.isNewExpression(node) && isNamed(node.expression, 'Date') && !node.arguments?.length) {
    return 'new Date()';
  }
  if (ts.isCallExpression(node) && isNamed(node.expression, 'Date')) return 'Date()';
  if (takes(node, 'Date', 'now')) return 'Date.now';
  if (takes(node, 'Math', 'random')) return 'Math.random';
  const name = ts.isIdentifier(node) ? node.text : memberOf(node)?.name;
  return name === 'randomUUID' ? name : null;
}

function readsEnvironment(node: ts.Node): boolean {
  return takes(node, 'process', 'env');
}
