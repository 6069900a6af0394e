import { mkdirSync, writeFileSync } from 'node:fs';
import { launchBrowser } from '../support/browser.ts';
import { render, TEMPLATES, type TemplateName } from '../../supabase/functions/_shared/mail/templates.ts';
import { templateSamples } from '../../supabase/local/functions/template-samples.ts';
import { LOCALES } from '../../src/lib/locales.ts';
const browser = await launchBrowser({});
const page = await browser.newPage({ viewport: { width: 480, height: 800 } });
for (const locale of LOCALES) {
  const dir = `/tmp/tm/mails/${locale}`; mkdirSync(dir, { recursive: true });
  let texts = '';
  for (const name of Object.keys(TEMPLATES) as TemplateName[]) {
    const mail = render(name, locale, templateSamples(locale)[name]);
    texts += `===== ${name}\nSubject: ${mail.subject}\n\n${mail.text}\n\n`;
    await page.setContent(mail.html.replaceAll(/src="cid:[^"]+"/g, 'src="data:image/gif;base64,R0lGODlhAQABAAAAACw="'));
    await page.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
  }
  writeFileSync(`${dir}/texts.txt`, texts);
}
await browser.close();
