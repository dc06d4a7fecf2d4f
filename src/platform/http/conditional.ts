import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Precondition, PreconditionFailed } from '../../shared/records.js';
import { representationVersion } from './api-record.js';
import { annotate } from '../input/index.js';

/** The part of an entity tag that distinguishes the views of a record. */
const view = /~[\w-]+/g;

/** Marks writes that honor preconditions. */
export const HonorsPreconditions = Reflector.createDecorator<boolean>();

/** Injects the preconditions of a write: its `If-Match` and `If-None-Match` headers (RFC 9110 §13.1). */
export const Preconditions: () => ParameterDecorator = createParamDecorator(
  (_data: undefined, context: ExecutionContext): Precondition => {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const { 'if-match': match, 'if-none-match': noneMatch } = headers;
    if (match === undefined && noneMatch === undefined) return null;
    return (version) => {
      // RFC 9110 §13.1.1 and §13.1.2: `*` stands for any record that exists.
      if (version === null) return match === undefined;
      return (
        (match === undefined || findTag(match.replaceAll(view, ''), version) !== undefined) &&
        (noneMatch === undefined ||
          findTag(noneMatch.replaceAll(view, ''), version, { allowWeak: true }) === undefined)
      );
    };
  },
  [(target, key) => annotate(HonorsPreconditions(true), target, key)],
);

/**
 * Sets the version as a strong `ETag` (RFC 9110 §8.8.3) and evaluates the preconditions of a read (RFC 9110 §13.2.2). Returns false if the response is 304.
 *
 * @throws PreconditionFailed if `If-Match` does not match
 */
export function evaluatePreconditions(response: Response, version: string): boolean {
  // RFC 9110 §13.2.1: what would not be a success has no preconditions.
  if (response.statusCode >= 300) return true;
  response.set('ETag', tagOf(version)).vary('Accept-Encoding');
  const { method, headers } = response.req;
  if (method !== 'GET' && method !== 'HEAD') return true;
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined && !findTag(match, version)) throw new PreconditionFailed();
  const known =
    noneMatch !== undefined
      ? findTag(noneMatch, version, { allowWeak: true })
      : isUnmodified(response)
        ? tagOf(version)
        : undefined;
  if (known === undefined) return true;
  // The tag of the representation that the reader has, which may be compressed.
  response.status(304).set('ETag', known);
  return false;
}

/** Evaluates `If-Modified-Since` (RFC 9110 §13.1.3), if the response has a `Last-Modified`. */
function isUnmodified(response: Response): boolean {
  const since = Date.parse(response.req.headers['if-modified-since'] ?? '');
  return Date.parse(response.get('Last-Modified') ?? '') <= since;
}

/** Returns the entity tag of the compressed representation. */
export function tagOfEncoding(tag: string, encoding: string): string {
  return tag.replace(/"$/, `;${encoding}"`);
}

/**
 * Returns the version of a part of a record, or of a record with more members. Writes accept it as the record's version.
 *
 * @param content a hash of what the reader sees
 */
export function versionOfView(version: string, content: string): string {
  return `${version}~${content}`;
}

function tagOf(version: string): string {
  return `"${version}.${representationVersion()}"`;
}

/**
 * Returns the entity tag in a list of tags, or `*`, that matches the version in any content encoding. Weak tags, which
 * proxies create when they compress a response, only match if `allowWeak` is set.
 */
function findTag(list: string, version: string, { allowWeak = false } = {}): string | undefined {
  const tag = tagOf(version);
  if (list.trim() === '*') return tag;
  const sent: readonly string[] = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  const tags = allowWeak ? sent.map((each) => each.replace(/^W\//, '')) : sent;
  return tags.find((each) => each.replace(/;\w+"$/, '"') === tag);
}
