/**
 * Texts that stored values often hold. They only make packed values small: nothing depends on what they mean,
 * and a value without any of them packs as well. Never edit it, since what was packed needs the very same
 * text; a better list is a new format. What recurs most stands last, where it costs least to point at.
 */
export const packingWords = [
  'IRREGULAR","recurrentInitiator":"CARDHOLDER"MERCHANT""recurrentScenario":"REGULAR"',
  '"serverCallbackUrl":"","redirectFailUrl":"","redirectSuccessUrl":"","redirectUrl":"https://',
  '{"kind":"rebill-auth","kind":"rebill-sale","cardId":"","routeId":"","amount":"","currency":"EUR","description":"',
  '","ipAddress":"","reference":"","enumerateAmounts":"","purpose":"","merchantData":"","redirectUrl":"",',
  '"redirectSuccessUrl":"","redirectFailUrl":"","serverCallbackUrl":"","recurrentScenario":"","recurrentInitiator":""}',
  '["tds-status","["ips-src-payment-product-code","["ips-src-payment-type-code","["loyalty-program","',
  '["verified-3d-status","["processor-credit-arn","["processor-debit-arn","["descriptor","["paynet-processing-date","',
  '["gate-partial-reversal","enabled"],["gate-partial-capture","disabled"],["end-point-id","["error-message","["error-code","',
  '["card-hash-id","["card-country-alpha-three-code","["first-name","["last-name","["initial-amount","["bank-name","',
  '["card-exp-month","["card-exp-year","["card-ref-id","["unq-card-ref-id","["phone","+["email","@["dest-bin","',
  '["purpose","["comment","["merchant_data","["ipaddress","["cardrefid","["order_desc","["enumerate_amounts","',
  'create-card-ref-response"]get-card-info-response"]validation-error"]async-response"],["type","error"]',
  '","processing"],"chain_declined"],"filtered"],"declined"],"error"],"unknown"],',
  '["order-stage","auth_approved"],"sale_processing"],"sale_declined"],"sale_approved"],["card-type","MASTERCARD"],"VISA"],',
  '["transaction-type","["receipt-id","["name","["cardholder-name","["processor-rrn","["processor-tx-id","["approval-code","',
  '["last-four-digits","["bin","["original-gate-descriptor","["amount","["currency","USD"],["currency","EUR"],',
  '{"request":[["login","["client_orderid","["orderid","["control","••••••••"]],"body":null,"answer":[["type","status-response"],',
  '["serial-number","00000000-0000-0000-0000-0000["merchant-order-id","["paynet-order-id","["status","approved"],["amount","',
].join('')
