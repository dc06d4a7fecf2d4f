import { Injectable } from '@nestjs/common';
import { type ComparableFeedback, DuplicateFinder, type FoundDuplicate } from '../domain/duplicate-finder.js';
import { minimumScore, similarityOf } from '../domain/duplicate-score.js';
import { Candidates } from './candidates.js';

/** Finds duplicates by their words, without a model. */
@Injectable()
export class WordDuplicateFinder extends DuplicateFinder {
  constructor(private readonly candidates: Candidates) {
    super();
  }

  override async find(
    projectId: string,
    feedback: readonly ComparableFeedback[],
    signal: AbortSignal,
  ): Promise<FoundDuplicate[][]> {
    const statistics = await this.candidates.statistics(projectId);
    const found: FoundDuplicate[][] = [];
    for (const record of feedback) {
      signal.throwIfAborted();
      const { subject, candidates } = await this.candidates.of(projectId, record, statistics);
      const similar: FoundDuplicate[] = [];
      for await (const candidate of candidates) {
        similar.push({ id: candidate.id, ...similarityOf(subject, candidate, statistics) });
      }
      found.push(similar.filter(({ score }) => score >= minimumScore).sort((a, b) => b.score - a.score));
    }
    return found;
  }
}
