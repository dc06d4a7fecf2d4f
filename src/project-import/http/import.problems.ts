import { id, type PathParameter } from '../../platform/http/index.js';
import { documented } from '../../platform/problems/index.js';
import { ImportNotFound, TooManyImports } from '../domain/project-import.errors.js';
import { ImportResponse } from './import.responses.js';

/** `{importId}`. */
export const importParameter: PathParameter = {
  schema: { ...id('Id of the import.'), example: ImportResponse.example.id },
  problems: [documented(new ImportNotFound(), 'Check the id. The import may have been deleted.')],
};

export const tooManyImports = documented(new TooManyImports(), 'Wait until other imports have ended.');

/** The codes of field errors with their meanings. */
export const projectImportFieldErrors: Readonly<Record<string, string>> = {
  invalid_mapping: 'is not a mapping of the form `name:value`',
};
