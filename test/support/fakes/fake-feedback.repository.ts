import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import { FeedbackRepository } from '../../../src/feedback/domain/feedback.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

export class FakeFeedbackRepository extends FeedbackRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(feedback: Feedback): Promise<void> {
    if (!this.memory.projects.get(feedback.projectId)) throw new ProjectNotFound();
    this.memory.feedback.put(feedback.id, feedback);
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    const feedback = this.memory.feedback.get(id);
    return feedback?.projectId === projectId ? feedback : null;
  }

  override async save(feedback: Feedback): Promise<void> {
    this.memory.feedback.put(feedback.id, feedback);
  }

  override async remove(feedback: Feedback): Promise<void> {
    this.memory.feedback.remove(feedback.id);
  }
}
