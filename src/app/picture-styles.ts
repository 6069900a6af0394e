/** The rules of the document's style sheets that a copy of a part of it needs to look the same, as text. */
export function pictureStyles(copy: HTMLElement): string {
  const classes = new Set([...copy.querySelectorAll('[class]')].flatMap((one) => [...one.classList]));
  const wanted = ({ selectorText }: CSSStyleRule) => {
    const first = /\.((?:[\w-]|\\.|\P{ASCII})+)/u.exec(selectorText)?.[1];
    return first !== undefined && classes.has(first.replaceAll('\\', ''));
  };
  const textOf = (rules: CSSRuleList): string =>
    [...rules]
      .map((rule) => {
        if (rule instanceof CSSStyleRule) return wanted(rule) ? rule.cssText : '';
        if (rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) {
          const inside = textOf(rule.cssRules);
          const name = rule instanceof CSSMediaRule ? '@media' : '@supports';
          return inside === '' ? '' : `${name} ${rule.conditionText}{${inside}}`;
        }
        return '';
      })
      .join('');
  return [...document.styleSheets].map((sheet) => (sheet.href === null ? textOf(sheet.cssRules) : '')).join('');
}
