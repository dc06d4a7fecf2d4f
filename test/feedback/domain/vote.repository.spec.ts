import { expect, it } from '@jest/globals';
import { aFeedback, aProject, aUser, countsOf, describePort, merged } from '../../support/ports.js';

describePort('VoteRepository', (ports) => {
  const newFeedback = async () => aFeedback(ports(), (await aProject(ports())).id);
  const cast = async (...[feedback, userId]: [Parameters<typeof countsOf>[1], string]) =>
    ports().votes.cast(feedback, userId, ports().clock.now());

  it('counts a user once', async () => {
    const feedback = await newFeedback();
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    expect(await cast(feedback, ada.id)).toBe(true);
    expect(await cast(feedback, ada.id.toUpperCase())).toBe(false);
    expect(await countsOf(ports(), feedback)).toEqual([1, 0]);
    await cast(feedback, bob.id);
    expect(await countsOf(ports(), feedback)).toEqual([2, 0]);
    expect(await countsOf(ports(), await newFeedback())).toEqual([0, 0]);
  });

  it('takes a vote back, and tells whether there was one', async () => {
    const feedback = await newFeedback();
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    await cast(feedback, ada.id);
    await cast(await newFeedback(), bob.id);
    for (const none of [bob.id, ports().ids.next(), 'nope', '']) {
      expect(await ports().votes.withdraw(feedback, none)).toBe(false);
    }
    expect(await countsOf(ports(), feedback)).toEqual([1, 0]);
    expect(await ports().votes.withdraw(feedback, ada.id.toUpperCase())).toBe(true);
    expect(await ports().votes.withdraw(feedback, ada.id)).toBe(false);
    expect(await countsOf(ports(), feedback)).toEqual([0, 0]);
  });

  it('counts who voted for merged feedback once', async () => {
    const [source, target] = [await newFeedback(), await newFeedback()];
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    await cast(source, ada.id);
    await merged(ports(), source, target);
    await ports().feedback.recount(target);
    expect(await cast(target, ada.id)).toBe(false);
    expect(await cast(target, bob.id)).toBe(true);
    expect(await countsOf(ports(), target)).toEqual([2, 0]);
    expect(await countsOf(ports(), source)).toEqual([1, 0]);
  });

  it('takes a vote back from merged feedback too, wherever it lies', async () => {
    const [one, two, target] = [await newFeedback(), await newFeedback(), await newFeedback()];
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    for (const each of [one, two, target]) await cast(each, ada.id);
    await cast(one, bob.id);
    await merged(ports(), one, target);
    await merged(ports(), two, target);
    await ports().feedback.recount(target);
    expect(await ports().votes.withdraw(target, ada.id)).toBe(true);
    expect(await countsOf(ports(), target)).toEqual([1, 0]);
    expect(await countsOf(ports(), one)).toEqual([1, 0]);
    expect(await countsOf(ports(), two)).toEqual([0, 0]);
    expect(await ports().votes.withdraw(target, bob.id)).toBe(true);
    expect(await countsOf(ports(), target)).toEqual([0, 0]);
    expect(await countsOf(ports(), one)).toEqual([0, 0]);
  });
});
