import type { Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import {
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
} from '../src/feedback/items/application/feedback-policy.js';
import { portsOf } from '../src/ports.js';
import { checkLayout, OptionErrors } from '../src/settings/check-options.js';
import type { ServiceExtension } from '../src/settings/extension.js';

const operation = { useCase: 'createFeedback' } as FeedbackOperation;

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
    const module = await Test.createTestingModule({ providers: [...portsOf(ports, layout)] }).compile();
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

  it('decide together: a value of a later one replaces that of an earlier one', async () => {
    const policy = await combined(
      [policyOf('a', { status: 'planned', board: 'ideas' })],
      [{ ports: [policyOf('b', { board: '', approval: 'pending' })] }],
    );
    expect(await policy.before(operation)).toEqual({ status: 'planned', board: '', approval: 'pending' });
    expect(called).toEqual(['a', 'b']);
  });
});
