import type { Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
} from '../src/feedback/items/application/feedback-policy.js';
import { HostChangelogPolicy } from '../src/changelog/index.js';
import { HostMailTexts } from '../src/outreach/index.js';
import { checkInstances, givenPorts, portsOf } from '../src/ports.js';
import { checkLayout, OptionErrors } from '../src/settings/check-options.js';
import type { ServiceExtension } from '../src/settings/extension.js';

const operation = { useCase: 'createFeedback' } as FeedbackOperation;

describe('A port of a host', () => {
  const sentencesAbout = (provide: Provider, instance: unknown): string[] => {
    const sentences: string[] = [];
    const errors = new OptionErrors();
    errors.reject = (option, predicate) => void sentences.push(`${option} ${predicate}`);
    checkInstances(givenPorts([provide], checkLayout({}, errors)), () => instance, errors);
    return sentences;
  };
  const provider = { provide: HostMailTexts, useValue: null };
  const text = () => ({});

  it.each<[unknown, string]>([
    [{ confirmation: text, entry: text, news: text, digest: text }, 'it has no page.'],
    [{ page: text }, 'it has no confirmation, no entry, no news, no digest.'],
    [undefined, 'it has no confirmation, no entry, no news, no digest, no page.'],
    [1, 'it has no confirmation, no entry, no news, no digest, no page.'],
  ])('must have all its members: %j', (instance, predicate) => {
    expect(sentencesAbout(provider, instance)).toEqual([
      `ports[0] must implement HostMailTexts: ${predicate}`,
    ]);
  });

  it('may have more, and need not extend the class', () => {
    const instance = { confirmation: text, entry: text, news: text, digest: text, page: text, footer: text };
    expect(sentencesAbout(provider, instance)).toEqual([]);
  });
});

describe('Several policies of a host', () => {
  const called: string[] = [];

  /** Returns a provider of a policy that decides, or refuses. */
  function policyOf(name: string, decision: PolicyDecision | Error = {}): Provider {
    class Policy extends HostFeedbackPolicy {
      override before(): Promise<PolicyDecision> {
        called.push(name);
        return decision instanceof Error ? Promise.reject(decision) : Promise.resolve(decision);
      }
    }
    return { provide: HostFeedbackPolicy, useClass: Policy };
  }

  /** Returns what the use cases of the service call. */
  async function combined(
    ports: Provider[],
    extensions: ServiceExtension[] = [],
  ): Promise<HostFeedbackPolicy> {
    called.length = 0;
    const layout = checkLayout({ extensions }, new OptionErrors());
    const module = await Test.createTestingModule({
      providers: [...portsOf(givenPorts(ports, layout))],
    }).compile();
    return module.get(HostFeedbackPolicy);
  }

  it('are called in order, those of extensions last, and the first refusal ends the operation', async () => {
    const policy = await combined(
      [policyOf('a'), policyOf('b', new Error('b refuses'))],
      [{ ports: [policyOf('c')] }],
    );
    await expect(policy.before(operation)).rejects.toThrow('b refuses');
    expect(called).toEqual(['a', 'b']);
  });

  it('are separate for feedback and for changelogs', async () => {
    class Entries extends HostChangelogPolicy {
      override async before(): Promise<void> {
        called.push('entries');
      }
    }
    const entries = { provide: HostChangelogPolicy, useClass: Entries };
    const policy = await combined([policyOf('a'), entries, policyOf('b'), entries]);
    await policy.before(operation);
    expect(called).toEqual(['a', 'b']);
  });

  it('decide together: a value of a later one replaces that of an earlier one', async () => {
    const policy = await combined(
      [policyOf('a', { status: 'planned', board: 'ideas' })],
      [{ ports: [policyOf('b', { board: '', approval: 'pending' })] }],
    );
    expect(await policy.before(operation)).toEqual({ status: 'planned', board: '', approval: 'pending' });
    expect(called).toEqual(['a', 'b']);
  });
});
