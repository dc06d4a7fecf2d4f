import { expect, it } from '@jest/globals';
import { VoteService } from '../../../../src/feedback/votes/application/vote.service.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { aCaller } from '../../../support/caller.js';
import { aFeedback, aProject, aUser, usePorts } from '../../../support/ports.js';

const opened = usePorts();

it('VoteService records the ids of votes in lower case, however a host writes them', async () => {
  const ports = opened();
  const { id: feedbackId, projectId } = await aFeedback(ports, (await aProject(ports)).id);
  const { id: userId } = await aUser(ports);
  const access = new ProjectAccess(projectId, 'contributor', aCaller(userId));
  const service = ports.get(VoteService);
  await service.create(access, feedbackId.toUpperCase(), userId.toUpperCase());
  await service.remove(access, feedbackId.toUpperCase(), userId.toUpperCase());
  const ids = { feedback_id: feedbackId, user_id: userId };
  expect(await ports.takeEvents(projectId)).toMatchObject([
    { type: 'feedback.upvoted', data: { ...ids, upvotes: 1 } },
    { type: 'feedback.upvote_removed', data: { ...ids, upvotes: 0 } },
  ]);
});
