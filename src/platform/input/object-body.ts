import { ApiExtension } from '@nestjs/swagger';
import type { JsonObject, Rules } from '../../shared/rules.js';

const rulesKey = Symbol('the rules of an object with any fields');

/** The extension of a schema whose objects can have fields of any name. */
export const anyFields = 'x-any-fields';

/** A body with fields of any name: an object that satisfies the rules. The instance has it as `value`. */
export function ObjectBody(rules: Rules) {
  return (type: new () => { readonly value?: JsonObject }): void => {
    Reflect.defineMetadata(rulesKey, rules, type);
    ApiExtension(anyFields, true)(type);
  };
}

/** Returns the rules of an {@link ObjectBody}; undefined for other classes. */
export function objectBodyRules(type: object): Rules | undefined {
  return Reflect.getMetadata(rulesKey, type) as Rules | undefined;
}
