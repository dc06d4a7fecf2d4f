/*
 * Words that say nothing about what feedback is about, in the languages in which much of it is written. Projects with much
 * feedback show by themselves which words are frequent; this list is for those with little.
 */

const english =
  'a able about add after again all allow also an and any app are as at be because but by can cannot could do does doesn don each ever every feature for from get give had has have how i if in into is isn it its just let like make me more my need needs new no not of on one only option or other our out over please possible s should show so some still support t than that the their them then there these they this to too up us use user using very want was way we well what when where which while who why will with within without work would you your';

const german =
  'alle als am an auch auf aus bei beim bitte das dass dem den der des die dies diese ein eine einem einen einer es fur haben ich im in ist kann kein keine konnen man mehr mein meine mit mochte nach neue nicht noch nur oder ohne sein sich sie sind soll sollte und uns unter vom von vor ware wenn werden wie wir wird wird zu zum zur';

const french =
  'au aux avec ce ces cette comme dans de des du elle en est et etre faire il je la le les leur lors lorsque mais mon ne nous ou par pas peut plus pour pouvoir que quand qui sa sans se ses son sont sur tout un une vous';

const spanish =
  'al como con cuando de del desde donde el ella en es esta este hay la las lo los mas me mi muy no nos o para pero poder por que se ser si sin sobre son su sus tener un una y ya';

const words = new Set([english, german, french, spanish].join(' ').split(' '));

/** Returns whether a term is such a word. */
export function isCommon(term: string): boolean {
  return words.has(term);
}
