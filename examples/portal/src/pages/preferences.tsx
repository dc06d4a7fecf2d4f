import { Router } from 'express';
import { BadRequestError, type Preferences } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { catalogues, chooseLanguage } from '../i18n.js';
import { type Body, text } from '../session.js';
import { Checkbox, Form, Input, Select } from '../views/form.js';
import { sendPage } from '../views/layout.js';
import { personalVisitOf, type Visit } from '../visit.js';
import { Errors } from './submit.js';

/** What a person hears of, how often, and in which language. */
export const preferences = Router();

const mails = ['each', 'daily', 'weekly', 'off'] as const;

preferences.get('/preferences', async (_request, response) => {
  const visit = personalVisitOf(response);
  sendPage(response, pageOf(visit, await visit.client.getPreferences()));
});

preferences.post('/preferences', async (request, response) => {
  const visit = personalVisitOf(response);
  const body = request.body as Body;
  const changed: Preferences = {
    mail: mails.find((each) => each === text(body, 'mail')) ?? 'each',
    auto_subscribe: text(body, 'auto_subscribe') === 'yes',
    time_zone: text(body, 'time_zone') || 'UTC',
    locale: text(body, 'locale'),
  };
  try {
    await visit.client.updatePreferences(changed);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    return sendPage(response, pageOf(visit, changed, [visit.t('error_time_zone')]), 400);
  }
  chooseLanguage(response, changed.locale);
  response.redirect(303, '/preferences?notice=saved');
});

function pageOf(visit: Visit, values: Preferences, errors: readonly string[] = []) {
  return {
    title: visit.t('preferences'),
    content: <PreferencesPage visit={visit} values={values} errors={errors} />,
  };
}

function PreferencesPage({
  visit,
  values,
  errors,
}: {
  visit: Visit;
  values: Preferences;
  errors: readonly string[];
}): VNode {
  const { t, language } = visit;
  return (
    <div class="narrow stack">
      <h1>{t('preferences')}</h1>
      <Errors visit={visit} errors={errors} />
      <Form visit={visit} action="/preferences" class="card stack">
        <Select
          label={t('mail')}
          name="mail"
          value={values.mail}
          options={mails.map((each) => [each, t(`mail_${each}`)] as const)}
        />
        <Checkbox
          label={t('auto_subscribe')}
          name="auto_subscribe"
          value="yes"
          checked={values.auto_subscribe}
        />
        <Select
          label={t('language_choice')}
          name="locale"
          value={language}
          options={Object.entries(catalogues).map(([code, { language: name }]) => [code, String(name)])}
        />
        <Input
          label={t('time_zone')}
          hint={t('time_zone_hint')}
          name="time_zone"
          value={values.time_zone}
          suggestions={Intl.supportedValuesOf('timeZone')}
        />
        <div>
          <button class="button">{t('save')}</button>
        </div>
      </Form>
    </div>
  );
}
