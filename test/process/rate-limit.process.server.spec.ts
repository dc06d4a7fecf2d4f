import { afterEach, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../support/server-url.js';
import { hasRedis, RedisServer } from '../support/redis-server.js';
import { bootstrapToken, cleanUp, me, onCleanUp, preparedFolder, ServiceProcess } from './service-process.js';

afterEach(cleanUp);

(serverUrl && hasRedis ? describe : describe.skip)(
  'REDIS_URL (needs TEST_DATABASE_URL and redis-server)',
  () => {
    it('limits the requests to all processes together', async () => {
      const redis = await RedisServer.start();
      onCleanUp(() => redis.stop());
      const { folder, settings } = await preparedFolder();
      const limited = { ...settings, REDIS_URL: redis.url, RATE_LIMIT_PER_MINUTE: '4' };
      const one = await ServiceProcess.start(folder, limited);
      const other = await ServiceProcess.start(folder, limited);
      const statuses: number[] = [];
      for (const service of [one, other, one, other, one]) statuses.push(await me(service, bootstrapToken));
      expect(statuses).toEqual([200, 200, 200, 200, 429]);

      await redis.stop();
      expect(await me(one, bootstrapToken)).toBe(200);
      await one.says(/Redis is unavailable, so each process counts the rate limit on its own/);
    });
  },
);
