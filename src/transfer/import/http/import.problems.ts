import { id, type PathParameter } from '../../../platform/http/index.js';
import { ImportNotFound } from '../domain/project-import.errors.js';
import { ImportResponse } from './import.responses.js';

/** `{importId}`. */
export const importParameter: PathParameter = {
  schema: { ...id('Id of the import.'), example: ImportResponse.example.id },
  problems: [new ImportNotFound()],
};
